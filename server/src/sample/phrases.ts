import type { callOutcomes } from '@muster/contract/calls.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import type { Random } from './random.ts'

type CallOutcome = (typeof callOutcomes)[number]

/** The placeholders of templates, in braces. */
export interface Slots {
  first: string
  company: string
  title: string
  shift: string
  requirement: string
  pay: string
  /** With its article. */
  former: string
  town: string
  day: string
  mention: string
  /** When to call back: "tomorrow", "on Friday". */
  callback: string
  agent: string
}

/** Fills placeholders; a sentence that begins with one still begins with a capital. */
export function fill(template: string, slots: Slots): string {
  return template
    .replace(/\{(\w+)\}/g, (_, name: keyof Slots) => slots[name])
    .replace(/(?:^|[.?!]\s)[a-z]/gm, (start) => start.toUpperCase())
}

/** Colleagues' comments by status type. */
export const comments: Readonly<Record<StatusType, readonly string[]>> = {
  lead: [
    'Applied for {title} before through the old form, worth a second look.',
    'Asks to be called after 4 PM, at work until then.',
    'Prefers text messages; the number is the right one though.',
    'Referred by somebody on the {shift}. Please call today.',
  ],
  contacted: [
    'Only wants the {shift}. If that is full, no point in going on.',
    'Friendly on the phone, unsure about {requirement}. Sent the details by email.',
    'Could start on {day}. Waiting for a picture of the certificate.',
    'Now {former} in {town}, looking for more hours.',
    'Asked twice about pay; {pay} was fine in the end.',
    'Call back later, driving at the moment.',
    'Partner picked up, {first} is at work until 3 PM.',
    'Voicemail is full. Tried the email as well.',
  ],
  qualified: [
    '{requirement}: confirmed. Two references are on their way.',
    'Strong one. Long experience as {former}, wants the {shift}.',
    'Has everything but {requirement}; the site takes that on in the first month.',
    'Commute from {town} is 35 minutes, said that is fine.',
    'Happy with {pay}. Would like to see the site first.',
    'Available from {day}, two weeks of notice at the present job.',
    'I would send {first} with the next batch to {company}.',
  ],
  submitted: [
    'Sent to {company} with the other two for the {shift}.',
    '{company} asked for one more reference, forwarded it.',
    'Chased {company} today; the site lead is back on {day}.',
    'They like the background as {former}, still unsure about {requirement}.',
  ],
  interview: [
    'Interview on {day} at 10 AM, on site. {first} confirmed by text.',
    'Feedback from {company}: good impression, second talk with the shift lead on {day}.',
    'Moved the interview to {day}, car trouble.',
    'Reminded {first} to bring the documents and ID.',
    'Went well. They want to see the {shift} together before deciding.',
  ],
  offer: [
    'Offer out at {pay}. Answer expected by {day}.',
    '{first} has another offer, asks whether the {shift} can be put in writing.',
    'Background check ordered.',
    'Drug screen booked for {day}.',
    'Verbal yes, paperwork follows.',
  ],
  hired: [
    'Starts on {day}, {shift}. Badge and boots ordered.',
    'First week went fine according to {company}.',
    'Onboarding link sent.',
  ],
  closed: [
    'Keep {first} in mind for the next opening, the timing was wrong.',
    'Would be a fit for a day shift when {company} opens one.',
    'Polite no. Fine to contact again in spring.',
  ],
}

/** Comments that ask a colleague for something. */
export const mentions: readonly string[] = [
  '{mention} can we offer {first} the {shift}?',
  '{mention} could you call {first} today? I am out from noon.',
  '{mention} is {requirement} a must for {company}, or can they learn it there?',
  '{mention} please have a look, I think this one is ready for {company}.',
  '{mention} {first} knows two more people who want to apply.',
  '{mention} did {company} say anything about the start date?',
]

/** The agent's notes after a conversation, by outcome. */
export const summaries: Readonly<Record<CallOutcome, readonly string[]>> = {
  qualified: [
    '{first} has {requirement} and can work the {shift}. Agrees to {pay}. Wants to go on.',
    'Was {former} in {town}. Has {requirement}, free from {day}. Asked about the start date.',
    'Fits: {requirement}, near the site, no objection to the {shift}.',
  ],
  interested: [
    '{first} is interested and asks about the {shift}. Still to be confirmed: {requirement}.',
    'Likes the work and {pay}, wants to read the details first. Send the job description.',
    'Interested, now {former}. Needs to talk to family about the {shift}.',
  ],
  callback: [
    'Was at work and asked to be called back {callback}.',
    'Short call: driving. Wants to talk {callback} about the {shift}.',
    'Asked for a call back after the present shift ends.',
  ],
  not_interested: [
    'Took the call but is not looking any more.',
    'Not interested: {pay} is below what the present job pays.',
    'Does not want the {shift}; nothing else would do.',
  ],
  not_qualified: [
    'Does not have {requirement} and cannot get it soon.',
    'Lives too far from the site and has no car.',
    'Misunderstood the role; does not have {requirement}.',
  ],
  wrong_number: ['The number belongs to somebody else.', 'Reached a business that does not know {first}.'],
  wrong_person: ['A relative answered; {first} no longer uses this number.'],
  do_not_call: [
    'Asked not to be called again. Apologised and ended the call.',
    'Does not want any more calls from anyone.',
  ],
  language_barrier: ['We had no language in common; an interpreter would be needed.'],
  already_applied: ['Says the application is already with {company} directly.'],
  dropped_early: [
    'The line broke off after the greeting.',
    'Hung up during the introduction, no answer to why.',
  ],
}

/** Pairs of the agent's question and the person's answer. */
const turns: Readonly<Partial<Record<CallOutcome, readonly (readonly [string, string])[]>>> = {
  qualified: [
    ['Do you have a minute to talk about the {title} position at {company}?', 'Sure, go ahead.'],
    ['Great. Do you have {requirement}?', 'Yes, I do. I was {former} in {town}.'],
    ['It pays {pay}. Would the {shift} suit you?', 'That works for me. I can start on {day}.'],
  ],
  interested: [
    ['Do you have a minute to talk about the {title} position at {company}?', 'Okay. What does it pay?'],
    ['It pays {pay}. Do you have {requirement}?', 'I think so, I would have to check.'],
    ['Would the {shift} suit you?', 'Maybe. Can you send me something in writing?'],
  ],
  callback: [
    ['Do you have a minute to talk about the {title} position at {company}?', 'I am at work right now.'],
    ['When would be a better time?', 'Could you try me again {callback}?'],
  ],
  not_interested: [
    [
      'Do you have a minute to talk about the {title} position at {company}?',
      'I found something else, thank you.',
    ],
  ],
  not_qualified: [
    ['Do you have a minute to talk about the {title} position at {company}?', 'Yes.'],
    ['Do you have {requirement}?', 'No, I do not. How long would it take to get that?'],
  ],
}

/** Returns a short transcript as the provider writes it; null for calls without much conversation. */
export function transcript(outcome: CallOutcome, slots: Slots, random: Random): string | null {
  const said = turns[outcome]
  if (!said) return null
  const lines = [
    '{agent}: Hi, this is {agent}, the voice assistant of Northline Staffing. Am I speaking with {first}?',
    '{first}: Yes, that is me.',
  ]
  for (const [question, answer] of said) lines.push(`{agent}: ${question}`, `{first}: ${answer}`)
  lines.push(
    random.pick([
      '{agent}: Thank you, {first}. Have a good day.',
      '{agent}: I will note that down. Thank you, {first}.',
    ]),
  )
  return fill(lines.join('\n'), slots)
}

/** Emails to people without a phone number. */
export const emails: readonly string[] = [
  'Sent the details of the {title} position and asked for a phone number.',
  'Asked whether the {shift} would work and when to talk.',
  'Reminder sent, no answer so far.',
]

/** Notes left when closing. */
export const closingNotes: readonly string[] = [
  'Told on the phone.',
  'Sent a polite email.',
  'Fine to contact again.',
  'Could not make the {shift} work.',
  '{requirement} was the sticking point.',
]
