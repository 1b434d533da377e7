import * as contract from '@muster/contract/calling-hours.ts'
import { countriesWithAreaCodes } from '../calls/area-code-states.ts'
import { handler } from '../http/handler.ts'
import { currentLanguage } from '../texts/texts.ts'
import { loadHolidays, statesOfCountry } from './holidays.ts'
import { findCallingHours } from './load-calendar.ts'
import { presentRules } from './present-rule.ts'
import { createCallingHours, deleteCallingHours, updateCallingHours } from './save-rule.ts'

const listCallingHours = handler(contract.listCallingHours, async ({ tx, actor }) => ({
  items: await presentRules(await findCallingHours(tx, actor.workspaceId)),
}))

const listCallingPlaces = handler(contract.listCallingPlaces, async ({ params: { country } }) => {
  await loadHolidays([], [], [country])
  const states = [...statesOfCountry(country)].map(([code, names]) => ({
    code,
    name: names[currentLanguage()],
  }))
  return {
    byNumber: (countriesWithAreaCodes as readonly string[]).includes(country),
    states: states.sort((a, b) => a.name.localeCompare(b.name, currentLanguage())),
  }
})

export const callingHoursRoutes = [
  listCallingHours,
  listCallingPlaces,
  createCallingHours,
  updateCallingHours,
  deleteCallingHours,
]
