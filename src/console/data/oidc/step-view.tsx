import { Text, Title, Paper, Box, Group, Flex } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { ProviderResponse, SignInStep } from '../../../contract/oidc/sign-in-tests.ts';
import { diffText } from '../../lib/diff/text-diff.ts';
import { escapeUnseen } from '../../lib/text.ts';
import { CodeBlock } from '../../ui/code-block/code-block.tsx';
import { AlertIcon, CheckIcon, CloseIcon } from '../../ui/icons.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import { stepName } from './sign-in-steps.ts';
import classes from './step-view.module.css';

const verdicts: Partial<Record<string, string>> = {
  passed: 'Passed',
  failed: 'Failed',
  skipped: 'Skipped',
  warning: 'Warning',
};

type Facts = Pick<SignInStep, 'facts'>;

/** Steps of a sign-in, in order. */
export function StepList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="ol" m={0} p={0} style={{ listStyle: 'none' }} aria-label={label}>
      {children}
    </Box>
  );
}

interface OtherStepsProps {
  summary: string;
  steps: readonly SignInStep[];
}

/** Steps of less interest, collapsed. */
export function OtherSteps({ summary, steps }: OtherStepsProps) {
  return (
    <details className={classes.details}>
      <summary>{summary}</summary>
      <StepList label="Other steps">
        {steps.map((step) => (
          <StepView key={step.name} step={step} />
        ))}
      </StepList>
    </details>
  );
}

interface StepViewProps {
  step: SignInStep;
  /** Buttons that fix it. */
  actions?: ReactNode;
}

/** One step of a sign-in: what happened, how to fix it, the provider's response and details. */
export function StepView({ step, actions }: StepViewProps) {
  const { verdict } = step;
  return (
    <Flex component="li" gap={12} py={10} style={{ borderTop: '1px solid var(--line)' }}>
      <Box component="span" flex="none" w={16} pt={2}>
        {verdict === 'passed' && <CheckIcon color="light-dark(#15803d, #4ade80)" />}
        {verdict === 'failed' && <CloseIcon color="var(--danger)" />}
        {verdict === 'warning' && <AlertIcon color="var(--warning)" />}
      </Box>
      <Box flex={1} miw={0}>
        <Group justify="space-between" align="stretch" gap={12} wrap="nowrap">
          <Title order={3}>{stepName(step.name)}</Title>
          <Text component="span" inherit c="dimmed" flex="none" truncate>
            {verdicts[verdict] ?? verdict}
            {step.milliseconds > 0 && `, ${step.milliseconds} ms`}
          </Text>
        </Group>
        <Text>{step.message}</Text>
        <Values expected={step.expected} actual={step.actual} />
        {step.repair !== undefined && (
          <Text mt={4} pl={10} style={{ borderLeft: '3px solid var(--accent)' }}>
            {step.repair}
          </Text>
        )}
        {actions}
        {step.provider_response && <ProviderResponseView response={step.provider_response} />}
        <Details facts={step.facts} />
      </Box>
    </Flex>
  );
}

/** Text that the provider chose, labelled as such. */
function ProviderResponseView({ response }: { response: ProviderResponse }) {
  const { status, error, error_description: description, body } = response;
  const facts = [
    { label: 'Status', value: status?.toString() ?? '' },
    { label: 'Error', value: error ?? '' },
    { label: 'Description', value: description ?? '' },
  ].filter(({ value }) => value !== '');
  return (
    <Paper
      component="section"
      withBorder
      mt={8}
      px={12}
      py={8}
      bg="var(--surface)"
      aria-label="Provider's response"
    >
      <Text fw={600}>Provider's response</Text>
      <FactList facts={facts} />
      {body !== undefined && body !== '' && (
        // What's read from it is enough for most.
        <details className={classes.details} open={error === undefined}>
          <summary>Body</summary>
          <CodeBlock label="Body" dir="auto">
            {body}
          </CodeBlock>
        </details>
      )}
    </Paper>
  );
}

/** Details of a step, collapsed. */
export function Details({ facts }: Facts) {
  if (facts.length === 0) return null;
  return (
    <details className={classes.details}>
      <summary>Details</summary>
      <FactList facts={facts} />
    </details>
  );
}

/** Named values of a request or step. */
function FactList({ facts }: Facts) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">
            <code translate="no">{value}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The expected and the actual value, if there are any; if they're similar, the differences are marked. */
function Values({ expected, actual }: Pick<SignInStep, 'expected' | 'actual'>) {
  if (expected === undefined && actual === undefined) return null;
  const parts = diffText(expected ?? '', actual ?? '');
  const same = parts.filter(({ kind }) => kind === 'same').reduce((sum, { text }) => sum + text.length, 0);
  const similar = same * 2 > Math.max(expected?.length ?? 0, actual?.length ?? 0);
  const rows = [
    { label: 'Expected', value: expected, kind: 'only-left' },
    { label: 'Actual', value: actual, kind: 'only-right' },
  ] as const;
  return (
    <dl className={classes.values}>
      {rows.map(
        ({ label, value, kind }) =>
          value !== undefined && (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>
                <code translate="no">
                  {similar ? <MarkedText parts={parts} side={kind} /> : escapeUnseen(value) || '(empty)'}
                </code>
              </dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
