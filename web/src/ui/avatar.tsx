import { IconRobot } from '@tabler/icons-react'
import { usePicture } from '../session/use-picture.ts'
import classes from './avatar.module.css'

const hues = [160, 262, 345, 30, 215]

function hueOf(name: string): number {
  let sum = 0
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 997
  return hues[sum % hues.length] ?? 160
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

interface AvatarProps {
  name: string
  /** A user's id, whose picture is shown if there is one. */
  userId?: string | undefined
  /** Shows a robot instead of initials. */
  robot?: boolean
  size?: number
  /** The name is beside it, so screen readers skip the avatar. */
  decorative?: boolean
}

export function Avatar({ name, userId, robot, size = 22, decorative }: AvatarProps) {
  const picture = usePicture(userId)
  const described = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name }
  return (
    <span
      {...described}
      className={classes.avatar}
      data-robot={robot || undefined}
      style={{ '--size': `${size}px`, '--hue': hueOf(name) } as React.CSSProperties}
      title={name}
    >
      {picture ? (
        <img src={picture} alt="" className={classes.picture} draggable={false} />
      ) : robot ? (
        <IconRobot size={size * 0.65} stroke={1.6} aria-hidden />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}
