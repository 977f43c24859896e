import { mount } from 'svelte';

import App from './App.svelte';
import './app.css';
import { keepShell } from './offline/register';
import { useTransport } from './lib/transport';
import { fetchTheRest } from './pages';

const target = document.getElementById('app');
if (target == null) throw new Error('index.html has no #app');
// Said here in so many words, so that a client with a server has nothing of it.
if (import.meta.env.MODE === 'page') useTransport((await import('./page/transport')).workerTransport());
mount(App, { target });
fetchTheRest();
keepShell();
