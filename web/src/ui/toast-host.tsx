import '@mantine/notifications/styles.layer.css'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type NotificationData, Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { Kbd } from './kbd.tsx'
import { LinkButton } from './link.tsx'
import classes from './toast.module.css'
import type { Offer } from './toast.tsx'

const duration = 5000

interface Undoable {
  id: string
  undo: () => void
}

/** The toasts that can be undone by key, newest last. */
let undoables: readonly Undoable[] = []

function open(toast: Omit<NotificationData, 'id'>): string {
  const id: string = notifications.show({
    ...toast,
    closeButtonProps: { 'aria-label': t`Close message` },
    // Stays open while focused; Mantine does the same for the pointer.
    onFocusCapture: () => notifications.update({ ...toast, id, autoClose: false }),
    onBlurCapture: () => notifications.update({ ...toast, id, autoClose: duration }),
    onClose: () => {
      undoables = undoables.filter((each) => each.id !== id)
    },
  })
  return id
}

function runUndo(undoable: Undoable | undefined) {
  if (!undoable) return
  notifications.hide(undoable.id)
  undoable.undo()
}

export function show(message: string, undo?: () => void, offer?: Offer): () => void {
  const find = () => undoables.find((each) => each.undo === undo)
  const id: string = open({
    role: 'status',
    message: (
      <span className={classes.toast}>
        {message}
        {offer && (
          <Button
            size="xs"
            variant="default"
            className={classes.undo}
            onClick={() => {
              notifications.hide(id)
              offer.run()
            }}
          >
            {offer.label}
          </Button>
        )}
        {undo && (
          <Button
            size="xs"
            variant="default"
            className={classes.undo}
            rightSection={
              <span aria-hidden>
                <Kbd>Z</Kbd>
              </span>
            }
            aria-keyshortcuts="z"
            onClick={() => runUndo(find())}
          >
            <Trans>Undo</Trans>
          </Button>
        )}
      </span>
    ),
  })
  if (undo) undoables = [...undoables, { id, undo }]
  return () => notifications.hide(id)
}

/** @param mayChangePlan it failed because of a plan's limit, and the user may choose another plan */
export function showError(message: string, mayChangePlan: boolean) {
  open({
    message: (
      <span className={classes.toast}>
        {message}
        {mayChangePlan && (
          <LinkButton to="/plans" size="xs" variant="default" className={classes.undo}>
            <Trans>View plans</Trans>
          </LinkButton>
        )}
      </span>
    ),
    color: 'red',
    role: 'alert',
  })
}

/** Where a letter types text or selects an item. */
const takesLetters =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"]'

function undoByKey(event: KeyboardEvent) {
  if (event.key.toLowerCase() !== 'z' || event.shiftKey || event.altKey || event.defaultPrevented) return
  if (event.target instanceof Element && event.target.closest(takesLetters)) return
  const newest = undoables.at(-1)
  if (!newest) return
  event.preventDefault()
  runUndo(newest)
}

/** Renders the toasts, each for 5 seconds; while the pointer is on one, all stay. */
export function ToastHost() {
  useEffect(() => {
    const stop = new AbortController()
    document.addEventListener('keydown', undoByKey, { signal: stop.signal })
    return () => {
      stop.abort()
      // Gone with the app: whoever signs in next has nothing of it to undo.
      notifications.clean()
      notifications.cleanQueue()
      undoables = []
    }
  }, [])
  return <Notifications position="bottom-center" autoClose={duration} limit={4} aria-live="polite" />
}
