import { Button, type ButtonProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import classes from './add-link.module.css'
import type { Native } from './link.tsx'

function AddElement({ children, ...props }: Native<ButtonProps>) {
  return (
    <Button
      component="a"
      className={classes.add}
      leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
      {...props}
    >
      <span className={classes.words}>{children}</span>
    </Button>
  )
}

/** Opens the form that adds an item to a list, at the end of the list's toolbar. */
export const AddLink = createLink(AddElement)
