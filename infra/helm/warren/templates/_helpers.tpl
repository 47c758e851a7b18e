{{- define "warren.labels" -}}
app.kubernetes.io/name: warren
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{ include "warren.selector" . }}
{{- end }}

{{- define "warren.selector" -}}
app.kubernetes.io/part-of: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "warren.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
envFrom:
  - configMapRef: {name: {{ .Release.Name }}-settings}
securityContext:
  allowPrivilegeEscalation: false
  capabilities: {drop: [ALL]}
{{- end }}

{{- define "warren.pod" -}}
serviceAccountName: {{ .Release.Name }}
automountServiceAccountToken: false
# Variables named after services are not ours to have.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: {type: RuntimeDefault}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* The folder is the part's own user's, whatever the volume was made with. */ -}}
{{- define "warren.setUp" -}}
- name: set-up
  {{- include "warren.container" .root | nindent 2 }}
  args: [part, set-up, --only, {{ .part }}, --secrets, /secrets]
  volumeMounts:
    - {name: home, mountPath: /var/lib/warren}
    - {name: secrets, mountPath: /secrets, readOnly: true}
{{- range .waitsFor }}
- name: wait-for-{{ . }}
  {{- include "warren.container" $.root | nindent 2 }}
  command: [/bin/sh, -c, "until bin/warren part check {{ . }}; do sleep 5; done"]
  volumeMounts:
    - {name: home, mountPath: /var/lib/warren}
{{- end }}
{{- if .needsTables }}
- name: wait-for-tables
  {{- include "warren.container" .root | nindent 2 }}
  command: [/bin/sh, -c, "until bin/warren ndb status; do sleep 5; done"]
  volumeMounts:
    - {name: home, mountPath: /var/lib/warren}
{{- end }}
{{- end }}

{{- define "warren.secrets" -}}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      - secret: {name: {{ .Values.secrets.name }}}
      - secret:
          name: {{ .Values.secrets.captureName }}
          items:
            - {key: kafka-connect-password, path: capture/kafka-connect-password}
            - {key: sql-capture-password, path: capture/sql-capture-password}
{{- end }}

{{- define "warren.runs" -}}
- name: {{ .part }}
  {{- include "warren.container" .root | nindent 2 }}
  args: [part, run, {{ .part }}]
  resources:
    requests: {cpu: {{ .facts.cpu }}m, memory: {{ .facts.memoryMi }}Mi}
    limits: {memory: {{ .facts.memoryMi }}Mi}
  startupProbe:
    exec: {command: [bin/warren, part, check, {{ .part }}]}
    periodSeconds: 10
    timeoutSeconds: 20
    failureThreshold: 90
  readinessProbe:
    exec: {command: [bin/warren, part, check, {{ .part }}]}
    periodSeconds: 30
    timeoutSeconds: 20
  volumeMounts:
    - {name: home, mountPath: /var/lib/warren}
{{- end }}

{{- define "warren.folder" -}}
- metadata:
    name: home
  spec:
    accessModes: [ReadWriteOnce]
    {{- with .root.Values.storageClass }}
    storageClassName: {{ . }}
    {{- end }}
    resources: {requests: {storage: {{ .storageGi }}Gi}}
{{- end }}
