import type { Language } from '@muster/contract/languages.ts'
import { updateCurrentUser } from '@muster/contract/users.ts'
import { call } from '../api/call.ts'
import { storeLanguage } from '../texts/language.ts'
import { storeUser } from './stored-session.ts'

/** Saves the language on the server, so that it applies on every device, and reloads the page. */
export async function changeLanguage(language: Language): Promise<void> {
  storeUser(await call(updateCurrentUser, { body: { language } }))
  storeLanguage(language)
  window.location.reload()
}
