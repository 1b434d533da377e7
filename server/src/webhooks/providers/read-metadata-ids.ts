import { fieldsOf, pick, readText } from '../read-values.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function readId(value: unknown): string | null {
  const text = readText(value, 60)?.toLowerCase()
  return text && uuid.test(text) ? text : null
}

/** Returns our own ids from the call's metadata, wherever the provider puts it. */
export function readMetadataIds(...places: unknown[]): {
  applicationId: string | null
  workspaceId: string | null
  placedCallId: string | null
} {
  const ids = places.map((place) => {
    const fields = fieldsOf(place)
    return {
      applicationId: readId(pick(fields, 'application_id', 'muster_application_id')),
      workspaceId: readId(pick(fields, 'workspace_id', 'muster_workspace_id', 'workspace')),
      placedCallId: readId(pick(fields, 'muster_call_id')),
    }
  })
  return {
    applicationId: ids.find((each) => each.applicationId)?.applicationId ?? null,
    workspaceId: ids.find((each) => each.workspaceId)?.workspaceId ?? null,
    placedCallId: ids.find((each) => each.placedCallId)?.placedCallId ?? null,
  }
}
