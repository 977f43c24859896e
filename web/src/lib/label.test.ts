import { describe, expect, it } from 'vitest';
import { counter } from './fixtures';
import { counterLabel, kindBeside } from './label';

describe('the name of a counter', () => {
  it('says what it is beside what it is called', () => {
    const named = counter('1/503', '0101', { name: '1st Company', kind: 'Tiger company' });
    expect(kindBeside(named)).toBe('Tiger company');
    expect(counterLabel(named, [])).toContain('Tiger company 1st Company');
  });

  it('says it once where it is only called what it is', () => {
    const plain = counter('tiger', '0101', { name: 'Tiger company', kind: 'Tiger company' });
    expect(kindBeside(plain)).toBe('');
    expect(counterLabel(plain, []).match(/Tiger company/g)).toHaveLength(1);
  });
});
