import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

export type Native<Props> = Props & Omit<ComponentProps<'a'>, keyof Props | 'href'>

function AnchorElement(props: Native<AnchorProps>) {
  return <Anchor {...props} />
}

function ButtonElement(props: Native<ButtonProps>) {
  return <Button component="a" {...props} />
}

/** A text link to another screen, with typed `to`, `params` and `search`. */
export const TextLink = createLink(AnchorElement)

/** A button that links to another screen. */
export const LinkButton = createLink(ButtonElement)
