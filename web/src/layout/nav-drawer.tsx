import { Drawer } from '@mantine/core'
import classes from './app-layout.module.css'
import { SideNav } from './side-nav.tsx'

/** The side navigation on narrow screens. */
export function NavDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={260}
      padding={0}
      withCloseButton={false}
      aria-label="Navigation"
    >
      <div className={classes.drawer}>
        <SideNav onNavigate={onClose} />
      </div>
    </Drawer>
  )
}
