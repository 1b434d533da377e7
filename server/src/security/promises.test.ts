import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const page = new URL('../../../docs/security.md', import.meta.url)

it('has a test for each promise of docs/security.md, by the name it has there', () => {
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
