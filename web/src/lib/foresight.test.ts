import { describe, expect, test } from 'vitest';

import type { EnemyDeed } from '../types/EnemyDeed';
import { drawn, figure, harmInWords } from './foresight';

function deed(unit: string, label: string): EnemyDeed {
  return {
    unit,
    with: [],
    from: '0101',
    moves: false,
    kind: 'fire',
    label,
    when: 'this turn',
    rule: 'T-1',
    target: 'me',
    odds: null,
    harm: null,
  };
}

describe('what the enemy could do', () => {
  test('is drawn once for each enemy: the first of the list is the worst', () => {
    const deeds = [deed('a', 'fires'), deed('b', 'fires'), deed('a', 'assaults')];
    expect(drawn(deeds).map(({ unit, label }) => `${unit} ${label}`)).toEqual(['a fires', 'b fires']);
  });

  test('is drawn for eight enemies at most', () => {
    const many = Array.from({ length: 20 }, (_, index) => deed(`u${index}`, 'fires'));
    expect(drawn(many)).toHaveLength(8);
  });

  test('is told by its harm', () => {
    expect(harmInWords({ ...deed('a', 'fires'), harm: { text: 'damage or worse', p: 0.425 } })).toBe(
      '43% damage or worse',
    );
  });

  test('has no figure where the odds cannot be told', () => {
    expect(figure(deed('a', 'fires'))).toBe('?');
  });
});
