import { icon } from '../../ui/icons.tsx';

export const RefreshIcon = icon('M20 11a8 8 0 1 0-2.3 5.7M20 5v6h-6');
export const PauseIcon = icon('M9 5v14M15 5v14');
