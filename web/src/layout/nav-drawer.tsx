import { t } from '@lingui/core/macro'
import { Drawer } from '@mantine/core'
import { useOpened } from '../ui/use-opened.ts'
import classes from './app-layout.module.css'
import { SideNav } from './side-nav.tsx'

/** The side navigation on narrow screens. */
export function NavDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer.Root opened={useOpened(opened)} onClose={onClose} size={260} padding={0} lockScroll={false}>
      <Drawer.Overlay />
      {/* The content has the dialog role, so it takes the name. */}
      <Drawer.Content aria-label={t`Navigation`}>
        <Drawer.Body className={classes.drawer}>
          <SideNav onNavigate={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
