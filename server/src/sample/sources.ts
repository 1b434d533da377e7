import { type Random, weighted } from './random.ts'

const months = split('January February March April May June July August September October November December')

const campaign = 'Voice campaign'

const pickSource = weighted<string | null>([
  ['Indeed', 28],
  [campaign, 20],
  ['Career page', 13],
  ['Referral', 11],
  ['ZipRecruiter', 10],
  ['Facebook', 6],
  ['Job fair', 4],
  ['Walk-in', 3.5],
  ['LinkedIn', 3],
  [null, 1.5],
])

function split(text: string): string[] {
  return text.split(' ')
}

/** Chooses an application's source; campaigns include their month. */
export function chooseSource(random: Random, month: number): string | null {
  const source = pickSource(random)
  return source === campaign ? `${campaign}, ${months[month]}` : source
}

export function isCampaign(source: string | null): boolean {
  return source?.startsWith(campaign) ?? false
}

/** How successful applicants of a source are, relative to the average. */
const yieldOf: Readonly<Record<string, number>> = {
  Referral: 1.4,
  'Walk-in': 1.15,
  'Career page': 1.1,
  LinkedIn: 1.05,
  'Job fair': 0.9,
  ZipRecruiter: 0.85,
  Facebook: 0.75,
}

export function sourceYield(source: string | null): number {
  return (source && yieldOf[source]) || 1
}
