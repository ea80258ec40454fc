// Plays Jenkins: `groovy play.groovy STEP JENKINSFILE WORKSPACE ENV_FILE` runs a pipeline that uses the step, where
// every credential is that file. The last line says, as JSON, which steps of Jenkins were called and how it ended; what
// the pipeline itself gives to a shell is only told.
import groovy.json.JsonOutput

def (step, jenkinsfile, workspace, envFile) = args.collect { new File(it) }
def loader = new GroovyClassLoader()
loader.parseClass('@interface Library { String value() }')
def parsed = { File file, Map variables -> new GroovyShell(loader, new Binding(variables)).parse(file) }

def environment = [:]
def end = [calls: []]
def steps = [
  withEnv: { List variables, Closure body ->
    variables.each { environment.put(*"$it".split('=', 2)) }
    body()
  },
  sh: { Map given ->
    def shell = new ProcessBuilder('/bin/sh', '-xe', '-c', given.script).directory(workspace)
    shell.environment().putAll(environment)
    shell.inheritIO().redirectErrorStream(true)
    shell.start().waitFor()
  },
  junit: { Map given -> end.calls << [step: 'junit'] + given },
  archiveArtifacts: { Map given -> end.calls << [step: 'archiveArtifacts'] + given },
  error: { message -> throw new IllegalStateException("$message") },
]

// The blocks of a declarative pipeline just run what they hold.
def block = { Object[] given -> if (given && given.last() instanceof Closure) given.last()() }
def names = ['pipeline', 'agent', 'docker', 'image', 'triggers', 'cron', 'options', 'disableConcurrentBuilds', 'environment', 'stages', 'stage', 'steps', 'post', 'always']
def pipeline = names.collectEntries { [(it): block] } + [
  _: null,
  credentials: { String id -> envFile.path },
  sh: { String script -> end.calls << [step: 'sh', script: script] },
  junit: { String results -> end.calls << [step: 'junit', testResults: results] },
  archiveArtifacts: { String artifacts -> end.calls << [step: 'archiveArtifacts', artifacts: artifacts] },
  donationConformance: { Map given -> end.returned = parsed(step, steps).call(given) },
]
try {
  parsed(jenkinsfile, pipeline).run()
} catch (IllegalStateException failure) {
  end.error = failure.message
}
println JsonOutput.toJson(end)
