const maxTexts = 20_000
const maxLength = 400

/** A workbook's shared strings: repeated texts, stored once. */
export interface SharedTexts {
  /** Returns the text's index; null when the table is full. */
  indexOfText(text: string): number | null
  all(): Iterable<string>
}

export function createSharedTexts(): SharedTexts {
  const places = new Map<string, number>()
  return {
    indexOfText(text) {
      const known = places.get(text)
      if (known !== undefined) return known
      if (places.size >= maxTexts || text.length > maxLength) return null
      places.set(text, places.size)
      return places.size - 1
    },
    all: () => places.keys(),
  }
}
