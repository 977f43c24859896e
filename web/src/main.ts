import { mount } from 'svelte';

import App from './App.svelte';
import './app.css';
import './shared.css';
import { keepShell } from './offline/register';
import { fetchTheRest } from './pages';

const target = document.getElementById('app');
if (target == null) throw new Error('index.html has no #app');
mount(App, { target });
fetchTheRest();
keepShell();
