/** Both ends included. */
export type PortRange = readonly [first: number, last: number]

/** Ports of web servers; none of mail servers or databases. */
export const defaultWebhookPorts: PortRange[] = [
  [80, 80],
  [443, 443],
  [8000, 9999],
]

/** Parses `80,443,8000-9999`; null if invalid. */
export function parsePortRanges(text: string): PortRange[] | null {
  const ranges = text.split(',').map((part): PortRange | null => {
    const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part.trim()) ?? []
    const range = [Number(first), Number(last)] as const
    return range[0] >= 1 && range[0] <= range[1] && range[1] <= 65_535 ? range : null
  })
  return ranges.every((range) => range !== null) ? ranges : null
}

export function formatPortRanges(ranges: readonly PortRange[]): string {
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(', ')
}

export function isPortAllowed({ port, protocol }: URL, ranges: readonly PortRange[]): boolean {
  const number = Number(port || (protocol === 'https:' ? 443 : 80))
  return ranges.some(([first, last]) => number >= first && number <= last)
}
