import { describe, expect, it } from 'vitest'
import { profileUrlRemark, readProfileUrl } from './read-profile-url.ts'

const page = (characters: number) => `https://example.com/${'a'.repeat(characters - 20)}`

describe('a profile URL', () => {
  it.each([
    ['http://example.com/jane', 'https://example.com/jane'],
    ['https://example.com?id=17', 'https://example.com/?id=17'],
    ['https://xing.com/profile/Jane_Doe/', 'https://www.xing.com/profile/jane_doe'],
    ['linkedin.com/in/j%C3%BCrgen', 'https://www.linkedin.com/in/jürgen'],
    ['https://linkedin.com/pub/jane/1/2', 'https://www.linkedin.com/pub/jane/1/2'],
    ['https://github.com/jane%zz', 'https://github.com/jane%zz'],
    ['linkedin.com/in/jane https://www.linkedin.com/in/Jane/', 'https://www.linkedin.com/in/jane'],
  ])('is read from %j in the one form by which people are matched', (text, url) => {
    expect(readProfileUrl(text)).toEqual({ value: url, problem: null })
  })

  it('of another site that only looks like LinkedIn stays as it is', () => {
    for (const url of ['https://notlinkedin.com/In/X', 'https://example.com/linkedin.com/in/X'])
      expect(readProfileUrl(url).value).toBe(url)
  })

  it('of a site without a profile, or of another protocol, is refused', () => {
    for (const text of ['https://github.com', 'xing.com/', 'ftp://example.com/jane'])
      expect(readProfileUrl(text)).toMatchObject({ value: null, problem: { code: 'invalid_url' } })
  })

  it('is the first of two different people, with a warning', () => {
    expect(readProfileUrl('linkedin.com/in/jane, linkedin.com/in/joe')).toMatchObject({
      value: 'https://www.linkedin.com/in/jane',
      problem: { code: 'several_values' },
    })
  })

  it('of 500 characters is read, a longer one is refused', () => {
    expect(readProfileUrl(page(500)).value).toBe(page(500))
    expect(readProfileUrl(page(501)).value).toBeNull()
  })

  it('leaves words for "none" empty', () => {
    expect(readProfileUrl('N/A')).toMatchObject({ value: null, problem: { code: 'no_value' } })
  })
})

describe('what is left out of a profile URL', () => {
  it.each([
    ['https://linkedin.com/in/jane?id=2', '?id=2'],
    ['https://example.com/people?id=17#top', '#top'],
    ['https://example.com/#/people', ''],
    ['linkedin.com/in/jane (old)', '(old)'],
  ])('of %j is %j', (text, left) => {
    expect(profileUrlRemark(text).trim()).toBe(left)
  })
})
