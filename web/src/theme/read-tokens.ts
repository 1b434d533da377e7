import { readFileSync } from 'node:fs'
import { parse } from 'postcss'

type Tokens = Readonly<Record<string, string>>

/** Returns the values of tokens.css by theme, without their dashes, for tests. */
export function readTokens(): { light: Tokens; dark: Tokens } {
  const values = { light: {} as Record<string, string>, dark: {} as Record<string, string> }
  parse(readFileSync(new URL('tokens.css', import.meta.url), 'utf8')).walkRules((rule) => {
    const themes =
      rule.selector === ':root'
        ? (['light', 'dark'] as const)
        : rule.selector.includes('="dark"')
          ? (['dark'] as const)
          : []
    rule.walkDecls(/^--/, ({ prop, value }) => {
      for (const theme of themes) values[theme][prop.slice(2)] = value
    })
  })
  return values
}
