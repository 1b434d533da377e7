const mostTexts = 20_000
const longestText = 400

/** The texts that a workbook keeps once, whatever number of cells says them. */
export interface SharedTexts {
  /** Where the text is kept; null when there is no room for it. */
  placeOf(text: string): number | null
  all(): Iterable<string>
}

export function createSharedTexts(): SharedTexts {
  const places = new Map<string, number>()
  return {
    placeOf(text) {
      const known = places.get(text)
      if (known !== undefined) return known
      if (places.size >= mostTexts || text.length > longestText) return null
      places.set(text, places.size)
      return places.size - 1
    },
    all: () => places.keys(),
  }
}
