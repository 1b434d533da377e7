import { queryClient } from '../api/query.ts'
import { showFloating } from '../ui/floating.tsx'
import { customFieldsQuery } from './custom-fields-query.ts'
import { type Filling, type FillingRequest, type Missing, missingOf } from './filling.ts'

/**
 * Asks for missing fields, and sends the request with them. Returns null if the user cancels.
 * @throws what the request throws, but for errors of the values, which the dialog shows
 */
export async function askForFields<Answer>(
  missing: Missing,
  request: FillingRequest,
  send: (filling: Filling) => Promise<Answer>,
): Promise<Answer | null> {
  const [{ RequiredFieldsDialog }] = await Promise.all([
    import('./required-fields-dialog.tsx'),
    ...(['application', 'candidate', 'call'] as const).map((subject) =>
      queryClient.ensureQueryData(customFieldsQuery(subject)),
    ),
  ])
  return new Promise((resolve, reject) => {
    showFloating((close) => (
      <RequiredFieldsDialog
        {...request}
        missing={missing}
        onSubmit={async (filling) => {
          const answer = await send(filling)
          close()
          resolve(answer)
        }}
        onCancel={() => {
          close()
          resolve(null)
        }}
        onFailed={(error) => {
          close()
          reject(error)
        }}
      />
    ))
  })
}

/** Sends a request. If custom fields are missing, asks for them and repeats it. Returns null if the user cancels. */
export async function withRequiredFields<Answer>(
  request: FillingRequest,
  send: (filling: Filling) => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await send({})
  } catch (error) {
    const missing = missingOf(error)
    if (!missing) throw error
    return askForFields(missing, request, send)
  }
}
