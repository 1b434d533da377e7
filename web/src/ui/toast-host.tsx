import '@mantine/notifications/styles.layer.css'
import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import classes from './toast.module.css'

export function show(message: string, undo?: () => void) {
  const id = notifications.show({
    message: (
      <span className={classes.toast}>
        {message}
        {undo && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              notifications.hide(id)
              undo()
            }}
          >
            Undo
          </Button>
        )}
      </span>
    ),
  })
}

export function showError(message: string) {
  notifications.show({
    message: <span className={classes.toast}>{message}</span>,
    color: 'red',
    role: 'alert',
  })
}

export function ToastHost() {
  return <Notifications position="bottom-center" autoClose={5000} />
}
