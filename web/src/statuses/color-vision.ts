import {
  type Color,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  interpolate,
  type Rgb,
  rgb,
  wcagContrast,
} from 'culori'
import { readTokens } from '../theme/read-tokens.ts'

/** For tests: how a colour looks with full colour vision, and with red, green and blue blindness. */
const eyes: Record<string, (color: Rgb) => Color> = {
  'all eyes': (color) => color,
  protanopia: filterDeficiencyProt(1),
  deuteranopia: filterDeficiencyDeuter(1),
  tritanopia: filterDeficiencyTrit(1),
}

/** The colour of a status in each theme: mixed with `--status-lightness` of white. */
const themes = Object.fromEntries(
  Object.entries(readTokens()).map(([theme, tokens]) => {
    const lightness = Number.parseFloat(tokens['status-lightness']!) / 100
    const drawn = (color: string) => rgb(interpolate([color, 'white'], 'oklab')(lightness))
    return [theme, { ground: tokens.panel!, drawn }]
  }),
)

const difference = differenceCiede2000()

/**
 * Returns how different two colours look, for each theme and kind of vision (CIEDE2000: 1 is barely visible,
 * 5 is obvious).
 */
export function differences(one: string, other: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(themes).flatMap(([theme, { drawn }]) =>
      Object.entries(eyes).map(([eye, seen]) => [
        `${theme}, ${eye}`,
        difference(seen(drawn(one)), seen(drawn(other))),
      ]),
    ),
  )
}

/** Returns the WCAG contrast of a shape of the colour on a card, by theme. */
export function contrasts(color: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(themes).map(([theme, { ground, drawn }]) => [theme, wcagContrast(drawn(color), ground)]),
  )
}
