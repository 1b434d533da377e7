/**
 * The definition of each figure and report. Shown beside the number and on a sheet of every export, in the reader's
 * language.
 */
export const metricDefinitions = {
  newApplications: /*i18n*/ 'Applications created in the period',
  peopleSpokenWith: /*i18n*/ 'Applications with at least one conversation with a person in the period',
  submitted:
    /*i18n*/ 'Applications that entered Submitted in the period, imported ones included. Excludes undone moves',
  qualified:
    /*i18n*/ 'Applications that entered Qualified in the period, imported ones included. Excludes undone moves',
  interviews:
    /*i18n*/ 'Applications that entered Interview in the period, imported ones included. Excludes undone moves',
  offers:
    /*i18n*/ 'Applications that entered Offer in the period, imported ones included. Excludes undone moves',
  hired:
    /*i18n*/ 'Applications that entered Hired in the period, imported ones included. Excludes undone moves',
  timeToHire:
    /*i18n*/ 'Median days from first engagement (the application or the first outbound call, whichever came first) to the hire, for applications hired in the period',
  connectionRate: /*i18n*/ 'Share of outbound calls in the period that were answered, including by voicemail',
  contactRate:
    /*i18n*/ 'Share of the applications called in the period where an outbound call reached a person',
  offerAcceptance:
    /*i18n*/ 'Of the applications with an offer that were hired, declined, rejected or withdrawn in the period, the share hired. Excludes position closed, duplicate, spam and unreachable',
  declineRate:
    /*i18n*/ 'Of the applications that the company decided in the period, hired or declined, the share declined. Excludes rejected by us, withdrawn, other outcomes and reopened applications',
  openNow: /*i18n*/ 'Open applications by current stage, whatever the period',
  lateNow: /*i18n*/ 'Open applications that are past the day limit of their status',
  moves: /*i18n*/ 'Applications moved to another status, excluding undone moves',
  stageConversion:
    /*i18n*/ 'Of the applications created in the period that reached one stage or beyond, the share that reached the next stage or beyond',
  overallConversion: /*i18n*/ 'Share of the applications created in the period that were hired',
  funnelCurrent: /*i18n*/ 'Applications created in the period, by current stage',
  funnelEntered:
    /*i18n*/ 'Applications that were moved or added to the stage in the period, whenever they were created. Excludes undone moves and applications that were imported into the stage',
  funnelImported: /*i18n*/ 'Applications that were imported into the stage in the period',
  stageEntries:
    /*i18n*/ 'Applications that entered the stage in the period, imported ones included. Excludes undone moves',
  funnelReached:
    /*i18n*/ 'Applications created in the period that reached the stage or beyond, whatever their current status',
  finalDisposition:
    /*i18n*/ 'Applications hired or closed in the period, by outcome. Excludes reopened applications',
  closedWithoutHire:
    /*i18n*/ 'Applications closed in the period without a hire. Excludes reopened applications',
  declinedReason:
    /*i18n*/ 'Applications closed as declined by the company in the period, by reason. Excludes reopened applications',
  noneGiven: /*i18n*/ 'Closed without a reason from the list. A note alone does not count',
  sourceEffectiveness:
    /*i18n*/ 'Applications created in the period by source, how far they progressed, and the share hired. Hired so far: created in the period, whenever they were hired. Hires in the period, as in days to hire and cost per hire: hired in the period, whenever they were created',
  costsBySource:
    /*i18n*/ 'Costs entered for sources, and what the calls in the period cost, by the source of the application. The cost of a month is spread evenly over its days, and a period includes the days that begin in it. Amounts in different currencies are not converted',
  costPerOutcome:
    /*i18n*/ 'The costs of the period divided by its conversations, applications that entered Qualified, or hires. A hire may come from an application that an earlier month paid for',
  goalOnTrack:
    /*i18n*/ 'The target times the working days that are over, divided by those of the whole period, rounded down. Working days are Monday to Friday; today counts once it is over. A week begins on Monday. A goal by date begins when the position opened',
  openingsForecast:
    /*i18n*/ 'The open applications of the position in each stage, times the share of decided applications that reached the stage and were hired. Decided: hired or closed in the last 365 days, of the position if it has at least 30 of them, otherwise of all positions. At least 80% of the outcomes are within the range, if stages convert as before and nobody else applies',
  filledOn:
    /*i18n*/ 'The day by which all openings left are filled with a chance of 50%, and the days with 10% and 90% as its range. Candidates take as long from today to the hire as those hired before them took from the same stage. Up to 365 days ahead, and only from at least 10 decided applications',
  timeToFill:
    /*i18n*/ 'Days from the opening of the position to each hire in the period, excluding time on hold',
  timeInStage:
    /*i18n*/ 'Days from entering a stage to leaving it for another, for stages completed in the period',
  ageInStage: /*i18n*/ 'Whole days since open applications entered their current stage. Today counts as 0',
  applicationsCalled: /*i18n*/ 'Applications with an outbound call in the period',
  callsPlaced: /*i18n*/ 'Outbound calls in the period. Excludes queued and canceled calls',
  callMinutes: /*i18n*/ 'Total length of the outbound calls in the period, in minutes',
  conversationsPlaced: /*i18n*/ 'Outbound calls in the period that were conversations with a person',
  callStatuses: /*i18n*/ 'Outbound calls in the period, by result',
  callsByHour:
    /*i18n*/ "Share of outbound calls in the period that were answered, including by voicemail, by the weekday and hour they started, in the workspace's timezone",
  voiceOutcomes: /*i18n*/ 'Conversations with a person in the period, by outcome',
  voiceConversion:
    /*i18n*/ 'Of the applications with a conversation in the period, the share that first reached Qualified or beyond after it',
  attemptsPerContact:
    /*i18n*/ 'Outbound calls up to the first conversation with a person, for applications whose first conversation was in the period',
  hoursToFirstCall:
    /*i18n*/ 'Hours from the creation of an application to the first outbound call, for applications first called in the period',
  fewToCompare: /*i18n*/ 'Fewer than 10: too few to compare',
  comparison:
    /*i18n*/ 'The previous period is the same part of the previous week, month, quarter or year, or else the same number of days directly before. A period in progress is compared up to the same time of day',
  daysRounded:
    /*i18n*/ 'Durations are rounded to one decimal place before the median and 90th percentile are calculated',
} as const

export type MetricDefinition = keyof typeof metricDefinitions

/** The tiles of the dashboard, in their order. */
export const metricKeys = [
  'newApplications',
  'peopleSpokenWith',
  'submitted',
  'hired',
  'timeToHire',
  'connectionRate',
  'contactRate',
  'offerAcceptance',
] as const satisfies readonly MetricDefinition[]

export type Metric = (typeof metricKeys)[number]
