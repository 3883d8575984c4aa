export { PanelSkeleton as default } from '#components/ui/skeleton.tsx'
