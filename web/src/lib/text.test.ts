import { describe, expect, it } from 'vitest';

import { entry, forecast } from './fixtures';
import { isResult, mergeLog, since } from './log';
import { parseRoute, tableHash } from './route';
import { schemeOf } from './schemes';
import {
  abbreviation,
  ago,
  gravest,
  headlineInWords,
  oddsInWords,
  percent,
  resultName,
  shade,
  shorten,
  signed,
  ways,
} from './words';

describe('the log', () => {
  const [a, b, c] = [entry('a'), entry('b'), entry('c')];

  it('grows by what is new', () => {
    const merged = mergeLog([a, b], { log: [c], log_from: 2 });
    expect(merged).toEqual([a, b, c]);
  });

  it('drops what was taken back', () => {
    expect(mergeLog([a, b, c], { log: [], log_from: 1 })).toEqual([a]);
    expect(mergeLog([a, b], { log: [c], log_from: 1 })).toEqual([a, c]);
  });

  it('tells what happened since', () => {
    const late = entry('late', { seq: 5 });
    expect(since([a, late], 4)).toEqual([late]);
    expect(since([a, late], 5)).toEqual([]);
  });

  it('knows where dice fell', () => {
    const resolution = { modifiers: [], throws: [{ what: 'fire', sides: 6, faces: [6] }], reading: '', result: 'hit' };
    expect(isResult(entry('shot', { resolution }))).toBe(true);
    expect(isResult(a)).toBe(false);
  });
});

describe('words', () => {
  it('never calls a chance certain or impossible that is not', () => {
    expect([0, 0.004, 0.416, 0.996, 1].map(percent)).toEqual(['0%', '<1%', '42%', '>99%', '100%']);
  });

  it('counts ways exactly', () => {
    expect(ways({ ways: 15, of: 36 })).toBe('15 in 36');
    expect(ways({ ways: '12345', of: '9007199254740993' })).toBe('12 345 in 9 007 199 254 740 993');
  });

  it('reads odds aloud', () => {
    expect(oddsInWords(forecast(3, 0, 1))).toBe('result 2 25%, result 0 75%');
  });

  it('tells what matters first, and that nothing happens only if nothing else can', () => {
    expect(headlineInWords(forecast(3, 0, 1))).toBe('damage 25%, nothing 75%');
    expect(headlineInWords(forecast(1, 1, 1, 1, 4))).toBe(
      'killed 50%, disabled 13%, damage 13%, effect 13%, nothing 13%',
    );
    expect(headlineInWords(forecast(4))).toBe('nothing 100%');
    expect(gravest(forecast(0, 3, 1))?.group).toBe('damage');
  });

  it('has a colour for what is good and another for what is bad', () => {
    expect(shade({ good_for: 'doer', severity: 'killed' })).not.toBe(shade({ good_for: 'other', severity: 'killed' }));
    expect(shade({ good_for: 'doer', severity: 'nothing' })).toBe(shade({ good_for: 'nobody', severity: 'nothing' }));
  });

  it('shortens', () => {
    expect(resultName('step-loss')).toBe('step loss');
    expect(shorten('1./s.Pz.Abt. 503', 8)).toBe('1./s.Pz…');
    expect(abbreviation('Out of command')).toBe('OOC');
    expect(abbreviation('Pinned')).toBe('Pi');
    expect([2, 0, -1].map(signed)).toEqual(['+2', '0', '−1']);
    expect([ago(100, 110), ago(0, 60), ago(0, 7200), ago(0, 200_000)]).toEqual([
      'just now',
      '1 minute ago',
      '2 hours ago',
      '2 days ago',
    ]);
  });
});

it('finds the way to a table and back', () => {
  const hash = tableHash('a b', ['k1', 'k2']);
  expect(parseRoute(hash)).toEqual({ page: 'table', id: 'a b', keys: ['k1', 'k2'] });
  expect(parseRoute('#/table/7')).toEqual({ page: 'table', id: '7', keys: [] });
  expect(parseRoute('')).toEqual({ page: 'start' });
  expect(parseRoute('#/elsewhere')).toEqual({ page: 'start' });
});

it('gives unknown sides looks that differ', () => {
  expect(schemeOf(null, 0).band).not.toBe(schemeOf({ livery: null }, 1).band);
});
