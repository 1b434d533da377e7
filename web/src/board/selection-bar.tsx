import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Card } from './board-moves.ts'
import classes from './board-view.module.css'

const MoveMenu = lazy(() => import('./move-menu.tsx').then((module) => ({ default: module.MoveMenu })))

/** The actions on the selected cards. */
export function SelectionBar({ cards, onClear }: { cards: readonly Card[]; onClear: () => void }) {
  const [opened, setOpened] = useState<boolean>()
  const target = useRef<HTMLButtonElement>(null)
  const button = (
    <Button ref={target} variant="default" onClick={opened === undefined ? () => setOpened(true) : undefined}>
      <Trans>Move to…</Trans>
    </Button>
  )
  return (
    <div className={classes.selection} role="toolbar" aria-label={t`Selected applications`}>
      <strong>{plural(cards.length, { one: '# selected', other: '# selected' })}</strong>
      {opened === undefined ? (
        button
      ) : (
        <Suspense fallback={button}>
          <MoveMenu cards={cards} opened={opened} onChange={setOpened} target={target}>
            {button}
          </MoveMenu>
        </Suspense>
      )}
      <Button variant="subtle" color="gray" onClick={onClear}>
        <Trans>Clear selection</Trans>
      </Button>
      <span className={classes.keys}>
        <Trans>Drag any selected card to move all</Trans>
      </span>
    </div>
  )
}
