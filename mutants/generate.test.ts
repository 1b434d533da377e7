import { describe, expect, it } from 'vitest'
import { generateMutants } from './generate.ts'
import { instrument } from './instrument.ts'

/** Returns the source with each mutant alone. */
function sources(code: string): string[] {
  const { mutants } = generateMutants('a.ts', code)
  return mutants.map(({ start, end, text }) => code.slice(0, start) + text + code.slice(end))
}

describe('generateMutants', () => {
  it('drops a condition of a query', () => {
    expect(sources("db.selectFrom('t').where('a', '=', 1).where('b', '>', x).execute()")).toEqual(
      expect.arrayContaining([
        "db.selectFrom('t').where('b', '>', x).execute()",
        "db.selectFrom('t').where('a', '=', 1).execute()",
        "db.selectFrom('t').where('a', '=', 1).where('b', '>=', x).execute()",
      ]),
    )
  })

  it('drops a condition of an SQL template with its parameter', () => {
    const condition = `a = \${f(x)} and `
    const code = `const q = sql<A>\`select 1 where ${condition}b = \${y}\``
    expect(sources(code)).toContain(code.replace(condition, ' '))
  })

  it('drops guards and clauses', () => {
    const code = 'function f() { if (!a && b) throw c }'
    expect(sources(code)).toEqual(
      expect.arrayContaining([
        'function f() { if (false) throw c }',
        'function f() { if (!a) throw c }',
        'function f() { if (b) throw c }',
        'function f() { if (a && b) throw c }',
      ]),
    )
  })

  it('drops awaited calls, elements, spreads and what an update sets', () => {
    expect(sources('async function f() { await g() }')).toContain('async function f() { undefined }')
    expect(sources('const a = [b, c]')).toEqual(['const a = [c]', 'const a = [b]'])
    expect(sources('const a = { ...b, c }')).toEqual(['const a = { c }'])
    expect(sources('q.set({ a: b, c: d })')).toContain('q.set({ c: d })')
  })

  it('leaves types, imports and the log alone', () => {
    expect(sources("import a from 'b'\ntype C = 'd' | 1\nlog.info(e)\nlet f: 1 | 2")).toEqual([])
  })

  it('names each mutant once', () => {
    const { mutants } = generateMutants('a.ts', 'const f = () => (a === b ? a === b : c)')
    const keys = mutants.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys[0]).toMatch(/^a\.ts f: /)
  })
})

describe('instrument', () => {
  const code = [
    'const twice = (n) => {',
    '  let sum = n',
    '  add(sum > 1 && n)',
    '  return sum',
    '  function add(m) { if (m) sum = sum * 2 }',
    '}',
  ].join('\n')
  const { mutants, statements } = generateMutants('a.ts', code)
  const planted = mutants.map((mutant, index) => ({ ...mutant, id: index + 1 }))

  function run(active: number, given: number): unknown {
    const source = instrument(code, planted, statements, 99)
    return new Function('given', '__mutant', `${source}\nreturn twice(given)`)(
      given,
      (id: number) => id === active,
    )
  }

  it('behaves like the original while no mutant is active', () => {
    expect([run(0, 1), run(0, 3)]).toEqual([1, 6])
  })

  it('behaves like the active mutant', () => {
    const active = planted.find(({ becomes }) => becomes === 'sum >= 1')
    expect([run(active!.id, 1), run(active!.id, 3)]).toEqual([2, 6])
  })

  it('throws at once for the control of the file', () => {
    expect(() => run(99, 1)).toThrow('control')
  })
})
