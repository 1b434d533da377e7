import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { callOutcomes, type listCalls, updateCall } from '@muster/contract/calls.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { IconArrowBackUp, IconCheck, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { call as send } from '../api/call.ts'
import type { RowOf } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { type CallOutcome, outcomeLabels } from './call-words.ts'
import { callbackChoices } from './callback-choices.ts'
import { callsChanged, takeBackCall } from './log-outcome.ts'
import classes from './outcome-menu.module.css'

type Call = RowOf<typeof listCalls>
type Correction = CallOf<typeof updateCall>['body']

const withoutCallback = callOutcomes.filter((outcome) => outcome !== 'callback')

/** Says what came of the call after all, with an Undo that says again what was said before. */
async function correct(call: Call, body: Correction, undone = false): Promise<void> {
  const params = { id: call.id }
  const before: Correction =
    call.provider && !call.outcomeSetBy
      ? { outcome: null }
      : { outcome: call.outcome, callbackAt: call.callbackAt }
  try {
    const { outcome, movedTo } = await send(updateCall, { params, body })
    const said = outcome ? t(outcomeLabels[outcome]) : t`No outcome`
    const status = movedTo?.name
    toast(
      status ? t`${said}. Moved to ${status}` : said,
      undone ? undefined : () => void correct(call, before, true),
    )
  } catch (error) {
    toastError(error, t`Outcome not changed`)
  }
  if (call.application) callsChanged(call.application.id)
}

/** What came of a call, to be corrected; closed again as soon as one is chosen. */
export function OutcomeMenu({ call }: { call: Call }) {
  const [asked, setAsked] = useState(true)
  const opened = useOpened(asked)
  const { application, outcome, suggestedOutcome, outcomeSetBy } = call
  const choose = (next: CallOutcome) => void correct(call, { outcome: next })
  return (
    <Menu opened={opened} onChange={setAsked} width={240} position="bottom-start" withinPortal>
      <Menu.Target>
        <button type="button" className={classes.button}>
          <Trans>Change the outcome</Trans>
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {withoutCallback.map((each) => (
          <Menu.Item
            key={each}
            rightSection={each === outcome && <IconCheck size={14} stroke={1.6} aria-label={t`now`} />}
            onClick={() => choose(each)}
          >
            {t(outcomeLabels[each])}
          </Menu.Item>
        ))}
        <Menu.Label>
          <Trans>Call back</Trans>
        </Menu.Label>
        {callbackChoices.map(({ label, at }) => (
          <Menu.Item
            key={label.id}
            onClick={() => void correct(call, { outcome: 'callback', callbackAt: at().toISOString() })}
          >
            {t(label)}
          </Menu.Item>
        ))}
        {(outcomeSetBy && call.provider) || (application && call.can.takeBack) ? <Menu.Divider /> : null}
        {outcomeSetBy && call.provider && (
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} stroke={1.6} aria-hidden />}
            onClick={() => void correct(call, { outcome: null })}
          >
            {suggestedOutcome ? t`As the agent suggested` : t`No outcome`}
          </Menu.Item>
        )}
        {application && call.can.takeBack && (
          <Menu.Item
            leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
            onClick={() => void takeBackCall(application.id, call.id)}
          >
            <Trans>Take the call back</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
