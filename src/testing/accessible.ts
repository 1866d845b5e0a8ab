import axe from 'axe-core';
import { expect, onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';
import { axeOptions, type colorSchemes } from './axe-options.ts';

/** Expects no violation that axe can find in a page of the console, in light and in dark. */
export async function expectAccessible(): Promise<void> {
  await expectNoViolation('light');
  await emulate('dark');
  try {
    await expectNoViolation('dark');
  } finally {
    await emulate('light');
  }
}

async function expectNoViolation(colorScheme: (typeof colorSchemes)[number]): Promise<void> {
  await expect.element(document.documentElement).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  const { violations } = await axe.run(axeOptions(colorScheme));
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect({ colorScheme, found }).toEqual({ colorScheme, found: [] });
}

/** Emulates a user who prefers a color scheme. */
async function emulate(colorScheme: (typeof colorSchemes)[number]): Promise<void> {
  const features = [
    { name: 'prefers-color-scheme', value: colorScheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ];
  await cdp().send('Emulation.setEmulatedMedia', { features });
}

/** Shows what would be printed until the test ends. */
export async function print(): Promise<void> {
  onTestFinished(async () => void (await cdp().send('Emulation.setEmulatedMedia', { media: '' })));
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
}
