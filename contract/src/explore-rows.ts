import {
  type Counted,
  type CountedIn,
  costOfCalls,
  listOf,
  readCounted,
  readSummarizedField,
  type Summarized,
  type SummarizedField,
  writeCountedIn,
} from './measures.ts'
import type { RowsBehind, RowsPeriod } from './report-rows.ts'

type Filters = Record<string, string | readonly string[]>

/** Returns the condition of a list that finds the rows with a value of a summarized field. */
function filledCondition(name: SummarizedField): string {
  const { subject, key } = readSummarizedField(name)
  return subject === 'candidate' ? `candidate.${key}:filled` : `${key}:filled`
}

/**
 * Returns the list that contains exactly the rows that a cell of `exploreReport` counts.
 * @param groups the cell's groups
 * @param filters the filters of the report, as sent
 * @param of what is summarized: the rows are those with a value
 */
export function rowsOfCell(
  counted: Counted,
  period: RowsPeriod,
  groups: readonly CountedIn[] = [],
  { agentId, field = [], ...filters }: Filters = {},
  of?: Summarized | undefined,
): RowsBehind {
  const { measure } = readCounted(counted)
  const list = listOf(measure)
  const agents: Filters = agentId?.length ? { agentId } : {}
  const callers: Filters = agentId?.length && list === 'applications' ? { callAgentId: agentId } : {}
  const conditions = [field].flat()
  const filled = of && of !== costOfCalls ? [filledCondition(of)] : []
  // The list of calls filters by fields of calls, and a report by those of applications.
  const byList: Filters =
    list === 'calls' ? { applicationField: conditions, field: filled } : { field: [...conditions, ...filled] }
  const fields = Object.fromEntries(Object.entries(byList).filter(([, values]) => values.length > 0))
  const countedIn = groups.flatMap(writeCountedIn)
  return {
    list,
    filters: {
      ...filters,
      ...agents,
      ...callers,
      ...fields,
      ...(of === costOfCalls && { withCost: 'true' }),
      counted,
      countedFrom: period.from,
      countedTo: period.to,
      ...(countedIn.length > 0 && { countedIn }),
      // Weekdays, hours and days are those of the period.
      ...(countedIn.length > 0 && { countedTimezone: period.timezone }),
    },
  }
}
