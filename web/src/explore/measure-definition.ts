import { i18n } from '@lingui/core'
import { type Measure, measures } from '@muster/contract/measures.ts'
import { metricDefinitions } from '@muster/contract/metric-definitions.ts'

/** Returns what a measure counts. Apart from the labels, so that lists that name a measure do not load the definitions. */
export function measureDefinition(measure: Measure): string {
  return i18n._(metricDefinitions[measures[measure].definition])
}
