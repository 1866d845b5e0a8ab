/** The product's logo: a palisade. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path
        fill="var(--accent)"
        d="M3 21V8l2.5-3L8 8v3h2V6l2-3 2 3v5h2V8l2.5-3L21 8v13h-5v-6h-2v6h-4v-6H8v6z"
      />
    </svg>
  );
}
