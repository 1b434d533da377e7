import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const page = new URL('../../../docs/security.md', import.meta.url)
const asvs = new URL('../../../docs/asvs.md', import.meta.url)

it('has a test for each statement of docs/security.md, under its quoted name', () => {
  const rows = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| **'))
  expect(rows.length).toBeGreaterThan(15)
  for (const row of rows) {
    const checked = row.split('|')[2]!
    const files = [...checked.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) =>
      readFileSync(new URL(path!, page), 'utf8'),
    )
    const names = [...checked.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
    expect([row.slice(0, 40), files.length > 0]).toEqual([row.slice(0, 40), true])
    for (const name of names.filter((each) => !each.startsWith('npx ')))
      expect([name, files.some((file) => file.includes(name))]).toEqual([name, true])
  }
})

/** The level of each requirement of OWASP ASVS 5.0, by section: the first digit belongs to X.Y.1. */
const levels: Record<string, string> = {
  ...{ '1.1': '22', '1.2': '1111122223', '1.3': '112222222223', '1.4': '222', '1.5': '123' },
  ...{ '2.1': '122', '2.2': '112', '2.3': '12223', '2.4': '23' },
  ...{
    '3.1': '3',
    '3.2': '113',
    '3.3': '12223',
    '3.4': '11222233',
    '3.5': '11122333',
    '3.6': '3',
    '3.7': '22333',
  },
  ...{ '4.1': '12233', '4.2': '23333', '4.3': '22', '4.4': '1222' },
  ...{ '5.1': '2', '5.2': '112333', '5.3': '113', '5.4': '222' },
  ...{ '6.1': '122', '6.2': '111111112222', '6.3': '11223333', '6.4': '112233', '6.5': '22222333' },
  ...{ '6.6': '2223', '6.7': '33', '6.8': '2222' },
  ...{ '7.1': '222', '7.2': '1111', '7.3': '22', '7.4': '11222', '7.5': '223', '7.6': '22' },
  ...{ '8.1': '1233', '8.2': '1123', '8.3': '133', '8.4': '23' },
  ...{ '9.1': '111', '9.2': '1222' },
  ...{
    '10.1': '22',
    '10.2': '223',
    '10.3': '22223',
    '10.4': '1111122222233333',
    '10.5': '22222',
    '10.6': '22',
  },
  ...{ '10.7': '222', '11.1': '2233', '11.2': '22233', '11.3': '11233', '11.4': '1222', '11.5': '23' },
  ...{ '11.6': '23', '11.7': '33', '12.1': '12233', '12.2': '11', '12.3': '22223' },
  ...{ '13.1': '2333', '13.2': '222223', '13.3': '2233', '13.4': '1222233' },
  ...{ '14.1': '22', '14.2': '12223333', '14.3': '122' },
  ...{ '15.1': '12233', '15.2': '12233', '15.3': '1222222', '15.4': '3333' },
  ...{ '16.1': '2', '16.2': '22222', '16.3': '2222', '16.4': '222', '16.5': '2223' },
  ...{ '17.1': '23', '17.2': '22223333', '17.3': '22' },
}

function requirements(level: string): string[] {
  return Object.entries(levels).flatMap(([section, digits]) =>
    [...digits].flatMap((digit, index) => (digit === level ? [`${section}.${index + 1}`] : [])),
  )
}

/** Returns the anchors of a page's headings. */
function anchors(file: URL): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('#'))
    .map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    )
}

describe('docs/asvs.md', () => {
  const text = readFileSync(asvs, 'utf8')
  const definitions = new Map(
    [...text.matchAll(/^\[([\w-]+)\]: (\S+)$/gm)].map(([, name, path]) => [name!, path!]),
  )
  const rows = text
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))

  it('has each requirement of levels 1 and 2 exactly once, and no other', () => {
    expect([requirements('1').length, requirements('2').length]).toEqual([70, 183])
    const expected = [...requirements('1'), ...requirements('2')].sort()
    expect(rows.map(([id]) => id!).sort()).toEqual(expected)
  })

  it('says of each how it is met or why it does not apply, and of none that it is partly met', () => {
    for (const [id, about, how, evidence, ...more] of rows) {
      expect([id, about !== '', how!.length > 5, more]).toEqual([id, true, true, []])
      expect([id, `${how} ${evidence}`]).toEqual([
        id,
        expect.not.stringMatching(/\b(partly|partially|in part|to ?do|tbd|planned|not yet|will be)\b/i),
      ])
      if (evidence === '–') expect([id, how]).toEqual([id, expect.stringMatching(/^Does not apply: \S/)])
    }
  })

  it('names tests, files and sections that exist', () => {
    for (const [id, , , evidence] of rows) {
      if (evidence === '–') continue
      const direct = [...evidence!.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path!)
      const named = [...evidence!.matchAll(/\[([\w-]+)\](?!\()/g)].map(([, name]) => definitions.get(name!))
      expect([id, direct.length + named.length > 0, named.every(Boolean)]).toEqual([id, true, true])
      const files = [...direct, ...(named as string[])].map((path) => new URL(path, asvs))
      for (const file of files) {
        expect([id, file.pathname, existsSync(file)]).toEqual([id, file.pathname, true])
        if (file.hash)
          expect([id, file.hash, anchors(file)]).toEqual([
            id,
            file.hash,
            expect.arrayContaining([file.hash.slice(1)]),
          ])
      }
      const tests = files
        .filter(({ pathname }) => pathname.endsWith('.test.ts'))
        .map((file) => readFileSync(file, 'utf8'))
      const names = [...evidence!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
      expect([id, names.length > 0]).toEqual([id, tests.length > 0])
      for (const name of names)
        expect([id, name, tests.some((test) => test.includes(name))]).toEqual([id, name, true])
    }
  })
})
