interface CostsSearch {
  /** The year shown; the current one if left out. */
  year?: number | undefined
}

export function readCostsSearch({ year }: Record<string, unknown>): CostsSearch {
  const number = Number(year)
  return { year: Number.isInteger(number) && number >= 2000 && number <= 2099 ? number : undefined }
}
