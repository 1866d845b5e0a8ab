/** In backticks, or a privilege in parentheses: "(`group` · `ro`)", as sentences name it. */
const codes = /`([^`]+)`|(?<=\()([\w-]+ · [\w-]+)(?=\))/;

/** A sentence whose codes are drawn as such. */
export function CodedText({ children }: { children: string }) {
  return children.split(codes).map((part, index) =>
    // Each code follows a text, in one of two groups.
    index % 3 === 0
      ? part
      : part && (
          <code key={index} translate="no">
            {part}
          </code>
        ),
  );
}
