import { msg } from '@lingui/core/macro'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { withTexts } from '../texts/load-texts.ts'
import { flagParam, textParam } from '../ui/search-params.ts'

interface CampaignsSearch {
  /** The dialog for a new campaign is open. */
  add?: true | undefined
  /** The answers to Vapi with this reason are listed. */
  answers?: string | undefined
}

interface CampaignSearch {
  /** The dialog to edit it is open. */
  edit?: true | undefined
  /** The people with this reason are listed. */
  reason?: string | undefined
}

const screen = {
  getParentRoute: () => rootRoute,
  staticData: { title: msg`Voice campaigns` },
  beforeLoad: requires('voice-campaigns:run'),
}

const campaignsRoute = createRoute({
  ...screen,
  path: '/voice-campaigns',
  validateSearch: (search): CampaignsSearch => ({
    add: flagParam(search.add),
    answers: textParam(search.answers),
  }),
  component: lazyRouteComponent(
    () => withTexts('voice-campaigns', import('./campaigns-page.tsx')),
    'CampaignsPage',
  ),
})

const campaignRoute = createRoute({
  ...screen,
  path: '/voice-campaigns/$id',
  validateSearch: (search): CampaignSearch => ({
    edit: flagParam(search.edit),
    reason: textParam(search.reason),
  }),
  component: lazyRouteComponent(
    () => withTexts('voice-campaigns', import('./campaign-page.tsx')),
    'CampaignPage',
  ),
})

export const voiceCampaignRoutes = [campaignsRoute, campaignRoute]
