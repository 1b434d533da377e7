/**
 * What counts where: a sentence for each figure and report, the one place where they are said. Shown beside the number
 * and on a sheet of every export, in the language of whoever reads.
 */
export const metricDefinitions = {
  newApplications: /*i18n*/ 'Applications created in the period',
  peopleSpokenWith: /*i18n*/ 'Applications with at least one conversation with a person in the period',
  submitted:
    /*i18n*/ 'Applications that entered submitted from another type in the period; moves taken back do not count',
  hired:
    /*i18n*/ 'Applications that entered hired from another type in the period; moves taken back do not count',
  timeToHire:
    /*i18n*/ 'Median days from first engagement (the application or the first call placed, whichever was earlier) to the last hire that was not taken back, of those hired in the period',
  connectionRate: /*i18n*/ 'Of the calls we placed in the period, those that were answered, by voicemail too',
  contactRate:
    /*i18n*/ 'Of the applications we called in the period, those where a call of ours reached a person',
  offerAcceptance:
    /*i18n*/ 'Of the applications that had an offer and were hired, declined, rejected or withdrawn in the period, those hired; not counted: position closed, duplicate, spam and unreachable',
  openNow:
    /*i18n*/ 'Applications that are open now, by the type of the status they are in, whatever the period',
  lateNow: /*i18n*/ 'Of the open applications, those that are in their status for longer than it allows',
  moves: /*i18n*/ 'Applications moved to another status; moves taken back do not count',
  stageConversion:
    /*i18n*/ 'Of the applications created in the period, those that came to a type or further, as a part of those that came to the type before it or further',
  overallConversion: /*i18n*/ 'Of the applications created in the period, those that were hired',
  funnelCurrent: /*i18n*/ 'Applications created in the period, by the type of the status they are in now',
  funnelEntered:
    /*i18n*/ 'Applications that entered the type from another type in the period, whenever they were created; moves taken back do not count',
  funnelReached:
    /*i18n*/ 'Applications created in the period that came to the type or further, wherever they are now',
  finalDisposition:
    /*i18n*/ 'Applications that are hired or closed since a moment in the period, by how they ended; reopened ones are not among them',
  declinedReason:
    /*i18n*/ 'Applications that are closed since a moment in the period as declined by the company, by the reason it gave',
  noneGiven: /*i18n*/ 'Closed without a reason of the list; a note alone is no reason',
  sourceEffectiveness:
    /*i18n*/ 'Applications created in the period by source, how far they came, and the part that was hired; the days to hire are of those hired in the period',
  timeToFill:
    /*i18n*/ 'Days from the opening of the position to each hire of the period, less the time the position was on hold',
  timeInStage:
    /*i18n*/ 'Days between entering a type and leaving it for another, of the stays that ended in the period',
  ageInStage: /*i18n*/ 'Whole days since open applications entered the type they are in, today counting none',
  conversationsPlaced: /*i18n*/ 'Of the calls we placed in the period, conversations with a person',
  callStatuses: /*i18n*/ 'Calls we placed in the period, by how they ended',
  callsByHour:
    /*i18n*/ "Calls we placed in the period by the weekday and hour they began, on the workspace's clocks",
  voiceOutcomes: /*i18n*/ 'Conversations with a person in the period, by what came of them',
  voiceConversion:
    /*i18n*/ 'Of the applications spoken with in the period, those that first came to qualified or beyond after a conversation of the period',
  attemptsPerContact:
    /*i18n*/ 'Calls placed up to the first conversation with a person, of the applications first spoken with in the period',
  hoursToFirstCall:
    /*i18n*/ 'Hours from when an application was created to the first call placed, of those first called in the period',
  comparison:
    /*i18n*/ 'The period before is the same part of the week, month, quarter or year before, or else as many days right before; a period that is not over is compared up to the same time of day',
  daysRounded:
    /*i18n*/ 'Each duration is rounded to a tenth before the median and the 90th percentile are taken',
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
