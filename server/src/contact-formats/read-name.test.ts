import { describe, expect, it } from 'vitest'
import { isDegree, readFullName, readNamePart, splitFullName } from './read-name.ts'

describe('a whole name', () => {
  it.each([
    ['DE LA CRUZ Juan', 'Juan', 'DE LA CRUZ'],
    ['Jan DE BOER', 'Jan', 'DE BOER'],
    ['Anna Maria SMITH', 'Anna Maria', 'SMITH'],
  ])('with its last name in capitals keeps the particles with it: %j', (text, firstName, lastName) => {
    expect(splitFullName(text)).toMatchObject({ firstName, lastName })
  })

  it.each([
    ['van Gogh', 'van', 'Gogh'],
    ['de Boer, Jan', 'Jan', 'de Boer'],
    ['Ludwig Von Beethoven', 'Ludwig', 'Von Beethoven'],
    ['AL Smith', 'AL', 'Smith'],
    ['JO Ann Smith', 'JO Ann', 'Smith'],
    ['Анна Ивановна', 'Анна', 'Ивановна'],
    ['司马光', '光', '司马'],
    ['司马', '马', '司'],
    ['Med Karim', 'Med', 'Karim'],
    ['Jane MBA', 'Jane', 'MBA'],
    ['JOHN ADAM MA', 'JOHN ADAM', 'MA'],
    ['Müller, Hans, PhD, MBA', 'Hans', 'Müller'],
    ['Müller, Dr. Hans', 'Hans', 'Müller'],
  ])('is split as people would: %j', (text, firstName, lastName) => {
    expect(splitFullName(text)).toMatchObject({ firstName, lastName })
  })

  it('that is nothing but a title or a remark is not lost', () => {
    for (const text of ['Dr.', '(Anna)', 'III'])
      expect(splitFullName(text)).toMatchObject({ fullName: text, firstName: text })
  })

  it('that begins with a word for a generation keeps it once', () => {
    expect(splitFullName('Jr Smith').fullName).toBe('Jr Smith')
  })

  it('of more than 500 characters is stored unsplit', () => {
    const text = `${'A'.repeat(499)} B`
    expect(splitFullName(text)).toEqual({ fullName: text, firstName: null, lastName: null })
  })

  it('that says "none" is empty, with a warning', () => {
    expect(readFullName('n/a')).toMatchObject({ value: null, problem: { code: 'no_value' } })
    expect(readNamePart('  Anna   Maria ').value).toBe('Anna Maria')
  })
})

describe('a word behind a name', () => {
  it('is a degree or a title, but not what tells a son from his father', () => {
    expect(['PhD', 'MD', 'Dr.', 'MBA'].filter(isDegree)).toEqual(['PhD', 'MD', 'Dr.', 'MBA'])
    expect(['Jr.', 'Sr', 'III', 'Ma', 'Smith'].filter(isDegree)).toEqual([])
  })
})
