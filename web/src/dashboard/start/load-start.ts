import { getWorkspace } from '@muster/contract/workspace.ts'
import { endpointQuery, queryClient } from '../../api/query.ts'
import { loadTexts } from '../../texts/load-texts.ts'
import { startQuery } from './start-query.ts'

/** Loads the checklist, the workspace and the texts of the screen. */
export async function loadStart(): Promise<void> {
  await Promise.all([
    queryClient.fetchQuery(startQuery()),
    queryClient.ensureQueryData(endpointQuery(getWorkspace)),
    loadTexts('dashboard'),
  ])
}
