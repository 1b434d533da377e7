import { z } from 'zod'
import { breaks } from './calling-breaks.ts'

/** A public holiday or stricter hours of a country or a state, by which nobody is called. */
export const callingClosure = z.object({
  country: z.string().describe('The country that has the holiday or the stricter hours'),
  state: z.string().nullable().describe('Its state or province; null for the whole country'),
  placeName: z.string().describe('The name of the state or the country, in the language of the caller'),
  holiday: z.string().nullable().describe('The public holiday; null with stricter hours'),
  weekday: z.int().nullable().describe('With stricter hours: the day there, 1 for Monday to 7 for Sunday'),
  callFrom: z
    .int()
    .nullable()
    .describe('With stricter hours: from when people are called on that day; null if not'),
  callTo: z
    .int()
    .nullable()
    .describe('With stricter hours: until when people are called on that day; null if not'),
  breaks: breaks.describe('With stricter hours: when nobody is called between these; else empty'),
})
