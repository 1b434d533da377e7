import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportFormats } from './exports.ts'
import { flag, id, idParams, list, timestamp, userRef, version, versionQuery } from './fields.ts'
import type { Measure } from './measures.ts'
import { computedPage, computedPageQuery } from './paging.ts'
import { positionStates } from './position-states.ts'
import { funnelTypes } from './status-types.ts'

/** What a goal can be set for: measures of `exploreReport` that count, in the order of the menu. */
export const goalMeasures = [
  'hired',
  'offers',
  'interviews',
  'submitted',
  'qualified',
  'newApplications',
  'conversations',
  'peopleSpokenWith',
  'callsPlaced',
  'applicationsCalled',
] as const satisfies readonly Measure[]

/** Each week, each month, or once: to fill the openings of a position by a date. */
export const goalPeriods = ['week', 'month', 'date'] as const

/**
 * `reached`: the target is reached. `onTrack`: as much as the working days that are over ask for. `behind`: less. `missed`: the date
 * has passed.
 */
export const goalStates = ['reached', 'onTrack', 'behind', 'missed'] as const

const day = z.iso
  .date(/*i18n*/ 'Enter a date, such as 2026-03-31')
  .refine((value) => value >= '2000-01-01' && value < '2100-01-01', /*i18n*/ 'Enter a date from 2000 to 2099')

const measure = z.enum(goalMeasures).describe('A measure of `exploreReport`')
const period = z
  .enum(goalPeriods)
  .describe('`week` and `month`: each, again and again. `date`: the openings of a position, once')

const goalPosition = z.object({
  id,
  name: z.string(),
  company: z.object({ id, name: z.string() }),
  state: z.enum(positionStates),
})

const span = z.object({ from: timestamp, to: timestamp })

export const goal = z.object({
  id,
  position: goalPosition.nullable().describe('Whose applications and calls count; null: those of an owner'),
  owner: userRef
    .nullable()
    .describe('Whose applications, and calls on them, count; null: those of a position'),
  measure,
  period,
  target: z.int().describe('How many; with `date` the openings that the position has now'),
  dueOn: z.iso.date().nullable().describe('The last day of a goal by date; null otherwise'),
  progress: span
    .extend({
      actual: z
        .int()
        .describe(
          'How many so far, between `from` and `to`. With `date`, the openings filled, whenever that was',
        ),
      expected: z
        .int()
        .describe(
          'The share of the target that the working days ask for which are over: target × days over ÷ days, rounded down. Working days are Monday to Friday',
        ),
      daysOver: z.int().describe('The working days that are over, today not included'),
      days: z.int().describe('The working days of the whole period'),
      state: z.enum(goalStates).describe('Whether the goal is on track (definition `goalOnTrack`)'),
    })
    .describe('The period that is not over, in the timezone of the workspace'),
  previous: span
    .extend({ actual: z.int().describe('How many there were until then') })
    .nullable()
    .describe('The same part of the week or month before; null with `date`'),
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  updatedAt: timestamp,
  updatedBy: userRef.nullable().describe('Who set it last; null if they no longer exist'),
})

const goalFilters = {
  positionId: list(id).describe('Goals of these positions'),
  ownerId: list(id).describe('Goals of these owners'),
}

export const listGoals = endpoint({
  name: 'listGoals',
  tag: 'Analytics',
  summary: 'List goals with their progress',
  description:
    'Returns the goals of positions and of owners by name, with what was reached so far and whether that is on track. ' +
    'A goal is listed for callers who see everything that it counts: those who see all applications; a hiring manager for the ' +
    'positions that they manage; a coordinator for their own.\n\n' +
    'The rows behind `actual` are those of a cell of `exploreReport`: `counted`, `countedFrom`, `countedTo` and `countedIn` of the lists ' +
    'of applications and calls. With `date` they are the applications with `fillsOpening`.',
  method: 'GET',
  path: '/goals/',
  permission: 'reports:read',
  query: computedPageQuery(['name', '-name']).omit({ q: true }).extend(goalFilters),
  response: computedPage(goal),
  errors: ['UNAVAILABLE'],
})

export const exportGoals = endpoint({
  name: 'exportGoals',
  tag: 'Analytics',
  summary: 'Export goals',
  description:
    'Exports the goals of `listGoals` by name as CSV or XLSX, a row for each goal: the target, how many so far, how many are expected ' +
    'by now, and whether it is on track. Rows of goals by date of open positions also have the forecast of `getOpeningsForecast` with ' +
    'its range; it counts hires beside the openings that are filled already. Days are those of the timezone of the workspace. The ' +
    'workbook has its filters and definitions on a separate sheet. It takes `reports:read` too.',
  method: 'GET',
  path: '/goals/export/',
  permission: 'reports:export',
  query: z.object({
    ...goalFilters,
    format: z.enum(exportFormats).default('csv').describe('The file format'),
    bom: flag,
  }),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

export const setGoal = endpoint({
  name: 'setGoal',
  tag: 'Analytics',
  summary: 'Set a goal',
  description:
    'Sets the goal of a position or an owner for a measure and a period, which replaces the one before. Exactly one of `positionId` and ' +
    '`ownerId` is sent. A goal by `date` is of a position and the measure `hired`, and has `dueOn` instead of `target`: its target are ' +
    'the openings. CONFLICT if `version` is not that of the goal, or is null and there is one. Without `version`, the last call wins.',
  method: 'PUT',
  path: '/goals/',
  permission: 'goals:manage',
  body: z.object({
    positionId: id.nullish(),
    ownerId: id.nullish(),
    measure,
    period,
    target: z
      .int()
      .min(1)
      .max(1_000_000)
      .nullish()
      .describe('How many in each week or month; left out with `date`'),
    dueOn: day.nullish().describe('The last day; only with `date`'),
    version: version.nullable().optional().describe('As you read it; null if you read that there is none'),
  }),
  response: goal,
  errors: ['CONFLICT', 'UNAVAILABLE'],
})

export const deleteGoal = endpoint({
  name: 'deleteGoal',
  tag: 'Analytics',
  summary: 'Delete a goal',
  description:
    'Deletes the goal for good; the audit log keeps it. CONFLICT if `version` is given and the goal has changed since.',
  method: 'DELETE',
  path: '/goals/{id}/',
  permission: 'goals:manage',
  params: idParams,
  query: versionQuery,
  status: 204,
  errors: ['CONFLICT'],
})

/** The types from which somebody can still be hired. */
export const forecastTypes = funnelTypes.filter((type) => type !== 'hired')

/** From so many decided applications on, a position's own conversion is used instead of that of all positions. */
export const enoughOfPosition = 30

/** How much of the outcomes the range of a forecast contains. */
export const forecastCoverage = 0.8

/**
 * `filled`: no openings are left. `likely`: even the low end of the range fills them. `unlikely`: not even the high end does.
 * `uncertain`: in between. `unknown`: there is no history to tell.
 */
export const forecastOutlooks = ['filled', 'likely', 'uncertain', 'unlikely', 'unknown'] as const

const conversion = z.object({
  n: z
    .int()
    .describe(
      'The applications that reached the type or further and were decided, hired or closed, between `from` and `to`',
    ),
  hired: z.int().describe('Those of them that were hired'),
  isFew: z.boolean().describe('Whether it is of fewer than 10: too few to rely on'),
})

const forecastType = z.enum(forecastTypes as [(typeof forecastTypes)[number]])

/** How many days ahead of now a forecast reaches. */
export const longestForecast = 365

/** Null: not within `longestForecast` days. */
const forecastDay = z.iso.date().nullable()

export const getOpeningsForecast = endpoint({
  name: 'getOpeningsForecast',
  tag: 'Analytics',
  summary: 'Forecast of openings',
  description:
    'Returns for each open position the openings left beside the hires to expect from its own applications that are open now ' +
    '(definition `openingsForecast`). The share of those in a status type who are hired is that of the decided applications of the ' +
    'last 365 days that reached the type: those of the position if it has at least 30, otherwise those of all positions that the caller ' +
    'sees.\n\n' +
    '`range` has at least 80% of the outcomes: the number hired of each type is beta-binomial, with the prior Beta(½, ½), and the types ' +
    'are independent. It says who is hired in the end, if nobody else applies.\n\n' +
    '`filledOn` has the days by which all openings left are filled (definition `filledOn`). Those who will be hired take as long after ' +
    'today as the hired ones of the same history took from the stage to the hire (of all positions, the last 2,000).\n\n' +
    'Positions on hold are not included; `onHold` counts them. `sums` are of all positions, on the first page.\n\n' +
    'Coordinators see only some applications of a position and get FORBIDDEN.',
  method: 'GET',
  path: '/dashboard/analytics/openings-forecast',
  permission: 'reports:read',
  query: computedPageQuery(['name', '-name'])
    .omit({ q: true })
    .extend({
      positionId: list(id).describe('Only these'),
      companyId: list(id).describe('Positions of these companies'),
      ownerId: list(id).describe('Positions of these owners'),
    }),
  response: computedPage(
    z.object({
      position: goalPosition,
      openings: z.int(),
      filled: z.int().describe('Openings filled, as the position says'),
      left: z.int().describe('Openings left'),
      types: z
        .array(
          conversion.extend({
            type: forecastType,
            count: z.int().describe('The applications of the position that are in this type now'),
            isOwn: z
              .boolean()
              .describe("Whether the conversion is the position's own, not that of all positions"),
          }),
        )
        .describe('The types in which it has applications, from the first on'),
      expected: z
        .number()
        .nullable()
        .describe(
          'The hires to expect, to one decimal: the sum of count × hired ÷ n; null if one of these `n` is 0',
        ),
      low: z.int().nullable().describe('The low end of the range; null if nothing is expected'),
      high: z.int().nullable().describe('The high end of the range; null if nothing is expected'),
      chance: z
        .number()
        .nullable()
        .describe(
          'The chance that all openings left are filled, from 0 to 1; null if no openings are left or nothing is expected',
        ),
      isFew: z.boolean().describe('Whether one of its conversions is of fewer than 10'),
      outlook: z.enum(forecastOutlooks).describe('What the range says of the openings left'),
      filledOn: z
        .object({
          day: forecastDay.describe('With a chance of 50%'),
          earliest: forecastDay.describe('With a chance of 10%'),
          latest: forecastDay.describe('With a chance of 90%'),
        })
        .nullable()
        .describe(
          'The days by which all openings left are filled; null if no openings are left, nothing is expected, or `isFew`',
        ),
    }),
  ).extend({
    from: timestamp.describe('Where the history of decided applications begins'),
    to: timestamp.describe('Where it ends: the time of the call'),
    conversions: z
      .array(conversion.extend({ type: forecastType }))
      .describe('The conversion by type, of all positions that the caller sees'),
    sums: z
      .object({
        positions: z.int(),
        openings: z.int(),
        filled: z.int().describe('Openings filled'),
        left: z.int().describe('Openings left'),
        expected: z
          .number()
          .describe(
            'The hires to expect, of the positions in which they are known. Those beyond the openings of a position fill no other',
          ),
        unknown: z.int().describe('The positions of which nothing is expected'),
      })
      .nullable()
      .describe('Of all open positions that match; null on later pages'),
    onHold: z.int().describe('The positions on hold that match, which are not included'),
  }),
})
