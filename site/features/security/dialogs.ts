export { BackupCodes } from './BackupCodes.tsx'
export { KeyDialog } from './KeyDialog.tsx'
export { ProofDialog } from './ProofDialog.tsx'
