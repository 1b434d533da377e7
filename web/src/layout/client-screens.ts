import { t } from '@lingui/core/macro'
import { redirect } from '@tanstack/react-router'
import { isClient } from '../session/session.ts'
import { toast } from '../ui/toast.tsx'

const forClients =
  /^\/(reviews(\/.*)?|settings(\/(profile|password|sessions|notifications|appearance|activity))?)\/?$/

/** Where sign-in and the address without a path lead. */
const landing = /^\/(dashboard\/?)?$/

/** Matches the address of an application, whose ID is that of the review. */
const application = /^\/applications\/([\da-f-]{36})\/?$/

/** Leads a client's reviewers from a screen of the agency to their own. */
export function keepToClientScreens(pathname: string, isPreload: boolean): void {
  if (!isClient() || forClients.test(pathname)) return
  const person = application.exec(pathname)?.[1]
  if (!isPreload && !person && !landing.test(pathname))
    toast(t`That page is for the agency's staff. Here are the people it shared with you.`)
  throw redirect({ to: '/reviews', search: { person }, replace: true })
}
