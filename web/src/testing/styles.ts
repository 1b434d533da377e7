// In the order of main.tsx, before the styles of any screen.
import '@mantine/core/styles.layer.css'
import '../theme/tokens.css'
import '../theme/mantine.css'
